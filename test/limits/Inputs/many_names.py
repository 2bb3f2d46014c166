# many_names.py: a program whose main takes 17,000 locks of different names, then creates a thread that takes 100.
LOCKS, PART = 17000, 100
print("#include <pthread.h>")
print("static pthread_mutex_t " + ", ".join(f"m{i}" for i in range(LOCKS)) + ";")
for part in range(LOCKS // PART):
    print(f"static void take_{part}(void) {{")
    for i in range(part * PART, (part + 1) * PART):
        print(f"  pthread_mutex_lock(&m{i}), pthread_mutex_unlock(&m{i});")
    print("}")
print("static void *work(void *unused) { take_0(); return unused; }")
print("int main(void) {")
for part in range(LOCKS // PART):
    print(f"  take_{part}();")
print("  pthread_t thread;")
print("  pthread_create(&thread, NULL, work, NULL);")
print("  pthread_join(thread, NULL);")
print("}")
