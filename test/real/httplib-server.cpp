// A server of cpp-httplib (libcpp-httplib-dev), as Debian has it, with a pool of one worker, and clients that
// are threads. One client: all fair schedules, as the server polls with timeouts. Two clients: a
// bound. Each gets its own answer. The library's own loads and stores are seen, but for --races=report.
// The server's socket is closed while its thread uses the number, so each call looks up what has its number by a step of its
// own: 480 traces, of 338 and 96 before. The mutant
// stops the server too early, perhaps before it serves, which is lost: all wait.
//
// REQUIRES: httplib
// RUN: %mcmini-c++ -g -O1 -w -DN=1 %s -lcpp-httplib -o %t.one
// RUN: not %mcmini %t.one | FileCheck --check-prefix=ONE %s
// RUN: not %mcmini --races=report %t.one | FileCheck --check-prefix=UNSEEN %s
// RUN: %mcmini-c++ -g -O1 -w -DN=2 %s -lcpp-httplib -o %t.two
// RUN: not %mcmini --max-traces=500 %t.two | FileCheck --check-prefix=TWO %s
// RUN: %mcmini-c++ -g -O1 -w -DN=1 -DMUTANT %s -lcpp-httplib -o %t.mutant
// RUN: not %mcmini %t.mutant | FileCheck --check-prefix=MUTANT %s
// ONE: incomplete: nothing found
// ONE: {{^}}480 traces: 480 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// UNSEEN: {{^}}480 traces: 480 completed, 0 deadlocked, 0 failed
// TWO: incomplete: nothing found
// TWO: {{^}}500 traces: 500 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// MUTANT: deadlock: 3 threads wait
#include <httplib.h>
#include <arpa/inet.h>
#include <cassert>
#include <thread>
static std::atomic<int> served;
static void client(const char *path, int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET; address.sin_port = htons(port); address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(fd, (sockaddr *)&address, sizeof address) == 0);
  std::string text = std::string("GET ") + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
  assert(write(fd, text.data(), text.size()) == (long)text.size());
  char data[512]; std::string all; long got;
  while ((got = read(fd, data, sizeof data)) > 0) all.append(data, got);
  assert(got == 0 && all.find("200 OK") != all.npos && all.find(path) != all.npos);
  close(fd);
}
int main() {
  httplib::Server server;
  server.new_task_queue = [] { return new httplib::ThreadPool(1); };
  server.Get("/.*", [](const httplib::Request &request, httplib::Response &response) {
    served++;
    response.set_content(request.path, "text/plain");
  });
  const int port = server.bind_to_any_port("127.0.0.1");
  assert(port > 0);
  std::thread serving([&] { server.listen_after_bind(); });
  std::thread clients[N];
  for (int i = 0; i < N; i++) clients[i] = std::thread(client, i ? "/b" : "/a", port);
#ifdef MUTANT
  server.stop();
#endif
  for (auto &one : clients) one.join();
#ifndef MUTANT
  server.stop();
#endif
  serving.join();
  assert(served == N);
  _exit(0); // without OpenSSL's destructors
}
