static volatile int flag;

void raise_flag(void) { flag = 1; }
int flag_is_up(void) { return flag; }
