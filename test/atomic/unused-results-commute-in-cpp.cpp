// Additions whose results nobody uses commute, also where functions return them, the C++ library's or
// the program's own: three threads that make one each have 1 trace. Where all three look at the
// result, the order of the three matters: 3! = 6 traces.
// RUN: python3 %S/Inputs/unused.py %mcmini-c++ %mcmini %s | FileCheck %s
// Of each way to write it, at -O0, -O1 and -O2:
// CHECK: post-increment 1 1 1
// CHECK-NEXT: pre-increment 1 1 1
// CHECK-NEXT: assignment 1 1 1
// CHECK-NEXT: fetch-add-relaxed 1 1 1
// CHECK-NEXT: free-function 1 1 1
// CHECK-NEXT: volatile-atomic 1 1 1
// CHECK-NEXT: fetch-or 1 1 1
// CHECK-NEXT: xor-assignment 1 1 1
// CHECK-NEXT: pointer 1 1 1
// CHECK-NEXT: small 1 1 1
// CHECK-NEXT: reference 1 1 1
// CHECK-NEXT: own-function 1 1 1
// CHECK-NEXT: own-template 1 1 1
// CHECK-NEXT: kept-in-a-variable 1 1 1
// CHECK-NEXT: through-two-functions 1 1 1
// An addition and a subtraction are of one kind; an exchange commutes with nothing, nor does an
// addition with a conjunction, nor that with a disjunction.
// CHECK-NEXT: add-and-subtract 1 1 1
// CHECK-NEXT: exchange 6 6 6
// CHECK-NEXT: add-and-and 6 6 6
// CHECK-NEXT: used-post-increment 6 6 6
// CHECK-NEXT: used-pre-increment 6 6 6
// CHECK-NEXT: used-assignment 6 6 6
// CHECK-NEXT: used-own-function 6 6 6
// CHECK-NEXT: used-in-a-branch 6 6 6
// CHECK-NEXT: used-in-a-member 6 6 6
// CHECK-NEXT: used-through-a-pointer 6 6 6
// One thread looks at what a function returns, two do not: each of these comes before or after it.
// CHECK-NEXT: one-of-three-looks 4 4 4
// The place is the program's, not the library's.
// RUN: not %mcmini ./unused 26 | FileCheck %s --check-prefix=PLACE
// PLACE: add count{{.*}} [[@LINE+32]]  ++count;
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <thread>

static std::atomic<int> count;
static volatile std::atomic<int> strange;
static std::atomic<uint8_t> small;
static std::atomic<int *> pointer;
static int plain;
static int sink[3];

static int add_one(std::atomic<int> &c) { return c.fetch_add(1) + 1; }
template <class T> static T add_to(std::atomic<T> &c) { return c++; }
static long twice_removed(std::atomic<int> &c) { return 2 * add_one(c); }
static void look(int value) { asm volatile("" : : "r"(value)); }
struct holder {
  int value;
};

static int *place(int number) { return &sink[number]; }

static int way;

static void work(int number) {
  switch (way) {
  case 0:
    count++;
    break;
  case 1:
  case 26:
    ++count;
    break;
  case 2:
    count += 1;
    break;
  case 3:
    count.fetch_add(1, std::memory_order_relaxed);
    break;
  case 4:
    std::atomic_fetch_add(&count, 1);
    break;
  case 5:
    strange++;
    break;
  case 6:
    count.fetch_or(1 << number);
    break;
  case 7:
    count ^= 1 << number;
    break;
  case 8:
    pointer++;
    break;
  case 9:
    small--;
    break;
  case 10:
    std::atomic_ref<int>(plain)++;
    break;
  case 11:
    add_one(count);
    break;
  case 12:
    add_to(count);
    break;
  case 13: {
    int before = count.fetch_add(1);
    (void)before;
  } break;
  case 14:
    twice_removed(count);
    break;
  case 15:
    number ? count += 1 : count -= 1;
    break;
  case 16:
    count.exchange(number);
    break;
  case 17:
    number == 0 ? count++ : number == 1 ? count.fetch_and(1) : count.fetch_or(2);
    break;
  case 18:
    look(count++);
    break;
  case 19:
    look(++count);
    break;
  case 20:
    look(count += 1);
    break;
  case 21:
    look(add_one(count));
    break;
  case 22:
    if (count++ == 2)
      look(0);
    break;
  case 23: {
    holder h = {count++};
    look(h.value);
  } break;
  case 24:
    *place(number) = count++;
    break;
  case 25:
    if (number)
      add_one(count);
    else
      look(add_one(count));
  }
}

int main(int, char **argument) {
  way = std::atoi(argument[1]);
  std::thread a(work, 0), b(work, 1), c(work, 2);
  a.join();
  b.join();
  c.join();
  if (way == 26)
    std::abort();
}
