int kill(int process, int signal) { return process && signal ? 0 : -1; }
