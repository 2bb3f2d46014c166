# escapes.py MCMINI_CC MCMINI SEED COUNT LEVEL - random functions with a variable of their own, whose address goes
# a random way to a thread that accesses it while the function does so by the variable's name. One may take it
# for private; each has a data race.
import random
import subprocess
import sys

mcmini_cc, mcmini, seed, count, level = sys.argv[1:6]

HEADER = """#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define APART __attribute__((noinline))
struct box { int pad; int *p; struct box *next; };
union word { int *p; uintptr_t number; };
volatile int sink, zero;
static int *kept, *many[4];
static __thread int *of_thread;
static struct box whole;
static void *writes(void *p) { *(int *)p = 7; return p; }
static void *reads(void *p) { sink = *(int *)p; return p; }
static void *writes_in_box(void *box) { *((struct box *)box)->p = 7; return box; }
static void *writes_behind(void *box) { *((struct box *)box)->next->p = 7; return box; }
static int *same(int *p) { return p; }
APART static int *same_apart(int *p) { int *q = p; return q; }
APART static void put(int **to, int *p) { *to = p; }
static void put_in(struct box *box, int *p) { box->p = p; }
APART static int *get(struct box *box) { return box->p; }
APART static int *down(int n, int *p) { return n ? down(n - 1, p) : p; }
APART static struct box boxed(int *p) { struct box box = {0, p, 0}; return box; }
APART static int *unboxed(struct box box) { return box.p; }
APART static int *first(int n, ...) { va_list l; va_start(l, n); int *p = va_arg(l, int *); va_end(l); return p; }
APART static int *either(int *a, int *b) { return zero ? a : b; }
static int *there_and_back(int *p, int n) { int *q = p; for (int i = 0; i < n; i++) q++; return q - n; }
static int *(*volatile pointed)(int *) = same;
"""

# {v} is the variable.
VARIABLES = [("int v = 0;", "v"), ("int v[4] = {0};", "v[2]"), ("struct { int a, b; } v = {0, 0};", "v.b"),
             ("int *v = calloc(4, 4);", "v[1]"), ("int *v = realloc(malloc(4), 32); v[1] = 0;", "v[1]"),
             ("int *v = __builtin_alloca(16); v[1] = 0;", "v[1]"), ("int n = 4 + zero, v[n]; v[3] = 0;", "v[3]"),
             ("static __thread int v; v = 0;", "v"), ("static int v; v = 0;", "v"),
             ("int *v = (int[3]){1, 2, 3};", "v[1]"), ("int own = 0, *v = &own;", "*v"),
             ("_Alignas(16) char bytes[16]; int *v = (int *)bytes; v[1] = 0;", "v[1]")]

# From the pointer {a} to {b}; {k} is another number for each.
WAYS = ["int *{b} = same({a});", "int *{b} = same_apart({a});", "int *{b}; put(&{b}, {a});", "int *{b} = down(2, {a});",
        "struct box x{k}; put_in(&x{k}, {a}); int *{b} = x{k}.p;", "struct box x{k} = boxed({a}); int *{b} = x{k}.p;",
        "struct box x{k} = {{0, {a}, 0}}; int *{b} = get(&x{k});", "int *{b} = unboxed((struct box){{0, {a}, 0}});",
        "int *{b} = first(1, {a});", "int other{k} = 0, *{b} = either(&other{k}, {a});",
        "int *{b} = there_and_back({a}, 3);", "int *{b} = pointed({a});",
        "uintptr_t number{k} = (uintptr_t){a}; int *{b} = (int *)number{k};",
        "union word w{k}; w{k}.p = {a}; int *{b} = (int *)w{k}.number;", "int *{b}; memcpy(&{b}, &{a}, sizeof {b});",
        "char c{k}[8]; memcpy(c{k}, &{a}, 8); int *{b}; memcpy(&{b}, c{k}, 8);", "kept = {a}; int *{b} = kept;",
        "many[zero] = {a}; int *{b} = many[0];", "of_thread = {a}; int *{b} = of_thread;",
        "whole.p = {a}; int *{b} = whole.p;", "int *row{k}[3] = {{0, {a}, 0}}; int *{b} = row{k}[1 + zero];",
        "int **m{k} = malloc(sizeof *m{k}); *m{k} = {a}; int *{b} = *m{k}; free(m{k});",
        "int *{b} = zero ? 0 : {a};", "int *{b} = 0; if (!zero) {b} = {a};",
        "int *{b} = 0; for (int i = 0; i < 2; i++) {b} = {a};", "int *{b} = ({a} + 1) - 1;",
        "int **to{k} = &{a}, *{b} = *to{k};", "int *volatile u{k} = {a}; int *{b} = u{k};",
        "int *{b}; __atomic_store_n(&{b}, {a}, 0);", "struct box y{k}, z{k} = {{0, {a}, 0}}; y{k} = z{k}; int *{b} = y{k}.p;",
        "struct box y{k} = {{0, {a}, 0}}, z{k} = {{0, 0, &y{k}}}; int *{b} = z{k}.next->p;"]

WRITES = ["{v} = 2;", "{v}++;", "memset(&{v}, 1, 4);", "for (int i = 0; i < 2; i++) {v} = i;", "{v} = {v};"]
READS = ["sink = {v};", "if ({v}) sink = 1;", "int copy = {v}; sink = copy;", "while ({v} > 100) sink = 2;"]


def function(r, number):
    declaration, v = r.choice(VARIABLES)
    steps = [declaration, f"int *p0 = &{v};", "pthread_t thread;"]
    length = r.randrange(5)
    for k in range(length):
        steps.append(r.choice(WAYS).format(a=f"p{k}", b=f"p{k + 1}", k=k))
    last = f"p{length}"
    steps.append(f"struct box box = {{0, {last}, 0}}, behind = {{0, 0, &box}}; (void)behind;")
    write = r.random() < 0.5
    child = r.choice([f"writes, {last}", "writes_in_box, &box", "writes_behind, &behind"] + [f"reads, {last}"] * write)
    steps += [f"pthread_create(&thread, 0, {child});", r.choice(WRITES if write else READS).format(v=v),
              "pthread_join(thread, 0);"]
    return f"APART static void function{number}(void) {{\n  " + "\n  ".join(steps) + "\n}\n"


def main():
    r, number, missed = random.Random(int(seed)), int(count), 0
    functions = [function(r, i) for i in range(number)]
    table = ", ".join(f"function{i}" for i in range(number))
    with open("escapes.c", "w") as file:
        file.write(HEADER + "".join(functions) + f"static void (*const all[])(void) = {{{table}}};\n"
                   "int main(int count, char **words) { all[atoi(words[count - 1])](); return 0; }\n")
    subprocess.run([mcmini_cc, "-g", level, "-w", "escapes.c", "-o", "escapes"], check=True)
    for i in range(number):
        run = subprocess.run([mcmini, "-q", "./escapes", str(i)], stdout=subprocess.PIPE, text=True)
        if run.returncode != 1 or "data race" not in run.stdout:
            missed += 1
            print(f"missed: {functions[i]}{run.stdout}")
    print(f"{number} functions, {missed} missed")


main()
