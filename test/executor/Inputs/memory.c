// What a trace leaves in memory and in the kernel, and must not leave to the next.
#define _GNU_SOURCE
#include "threads.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int counter, zeroed[100000], filled[100000] = {1, 2, 3};
static char *of_trunk;

static void *count(void *number) {
  counter += (int)(long)number;
  zeroed[counter * 1000]++;
  filled[counter * 2000]++;
  of_trunk[counter * 5000]++;
  visible();
  printf("%ld: %d %d %d %d\n", (long)number, counter, zeroed[counter * 1000],
         filled[counter * 2000], of_trunk[counter * 5000]);
  return NULL;
}

static void variables(void) {
  of_trunk = calloc(1, 1 << 20);
  in_threads(2, count);
  printf("rand %d, next %d\n", rand(), counter++);
  printf("token %s\n", strtok((char[]){"a b"}, " "));
  printf("getenv %s\n", getenv("OF_A_TRACE") ? getenv("OF_A_TRACE") : "unset");
  setenv("OF_A_TRACE", "set", 1);
  free(of_trunk);
}

static void *allocate(void *number) {
  char *block[40], *large = malloc(3 << 20);
  memset(large, (int)(long)number, 3 << 20);
  for (int i = 0; i < 40; i++) {
    block[i] = malloc((size_t)(i * 97 + 1));
    memset(block[i], i, (size_t)(i * 97 + 1));
    if (i % 7 == 0)
      visible();
    if (i % 3 == 0)
      free(block[i]), block[i] = calloc(50, (size_t)i);
    if (i % 4 == 0)
      block[i] = realloc(block[i], 5000);
  }
  for (int i = 0; i < 40; i++)
    printf("%p %d ", block[i], i % 4 ? 0 : block[i] != NULL), free(block[i]);
  printf("%p %p\n", large, memalign(4096, 100));
  large = realloc(large, 5 << 20);
  printf("%d\n", large[(3 << 20) - 1]);
  free(large);
  return strdup("of a thread");
}

static void heap(void) {
  pthread_t thread[2];
  void *text;
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, allocate, (void *)(i + 1));
  for (long i = 0; i < 2; i++) {
    pthread_join(thread[i], &text);
    printf("%p %s\n", text, (char *)text);
    free(text);
  }
}

static void *map(void *number) {
  char *p = mmap((void *)(0x150000000000 + (long)number * 0x10000000), 1 << 20,
                 PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
  printf("%ld: mapped %p: %d\n", (long)number, (void *)p, p == MAP_FAILED ? errno : p[5000]);
  if (p == MAP_FAILED)
    return NULL;
  p[5000] = 1;
  visible();
  char *moved = mremap(p, 1 << 20, 4 << 20, MREMAP_MAYMOVE);
  printf("%ld: moved %d\n", (long)number, moved[5000]++);
  visible();
  if (number == (void *)1)
    munmap(moved, 4 << 20);
  return NULL;
}

static void mappings(void) { in_threads(2, map); }

static char *page;

static void *change_page(void *number) {
  printf("%ld: %d\n", (long)number, page[0]);
  mprotect(page, 4096, number == (void *)1 ? PROT_READ : PROT_READ | PROT_WRITE);
  if (number == (void *)2)
    page[0]++;
  visible();
  return NULL;
}

static void protection(void) {
  page = mmap(NULL, 1 << 16, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  page[0] = 5;
  in_threads(2, change_page);
  mprotect(page, 4096, PROT_READ | PROT_WRITE);
  page[0]++;
  munmap(page + 8192, 4096);
  printf("advise %d\n", madvise(page, 4096, MADV_DONTNEED));
  printf("%d\n", page[0]);
}

static void *move_break(void *number) {
  char *p = sbrk(1 << 16);
  printf("%ld: %p %d\n", (long)number, (void *)p, *p);
  *p = 1;
  visible();
  return NULL;
}

static void breaks(void) {
  sbrk(0);
  in_threads(2, move_break);
}

static void *with_files(void *number) {
  char text[100] = "";
  const int fd = open("file", O_RDWR);
  printf("%ld: fd %d, %zd %s\n", (long)number, fd, read(fd, text, 5), text);
  visible();
  printf("%ld: at %ld dup %d\n", (long)number, (long)lseek(fd, 3, SEEK_CUR), dup(fd));
  FILE *file = fopen("file", "r");
  printf("%ld: %s", (long)number, fgets(text, sizeof text, file));
  visible();
  if (number == (void *)1)
    fclose(file); // the other one leaves all open
  return NULL;
}

static FILE *shared_file;

static void *read_shared(void *number) {
  char text[20] = "";
  visible();
  printf("%ld: %s", (long)number, fgets(text, sizeof text, shared_file));
  return NULL;
}

static void files(void) {
  FILE *file = fopen("file", "w");
  fputs("the first line\nthe second line\n", file);
  fclose(file);
  in_threads(2, with_files);
}

static void offsets(void) {
  FILE *file = fopen("file", "w");
  fputs("the first line\nthe second line\n", file);
  fclose(file);
  shared_file = fopen("file", "r");
  setvbuf(shared_file, NULL, _IONBF, 0);
  in_threads(2, read_shared);
}

static void *use_pipe(void *number) {
  int end[2];
  char c = 0;
  printf("%ld: pipe %d %d %d\n", (long)number, pipe(end), end[0], end[1]);
  visible();
  printf("%zd %zd %c\n", write(end[1], "x", 1), read(end[0], &c, 1), c);
  return NULL;
}

static void pipes(void) { in_threads(2, use_pipe); }

static void *of_process(void *number) {
  char folder[200];
  struct rlimit limit;
  struct timespec now;
  visible();
  getcwd(folder, sizeof folder);
  printf("%ld: umask %o, folder %s\n", (long)number, umask(0123), strrchr(folder, '/'));
  mkdir("folder", 0777);
  printf("chdir %d\n", chdir(number == (void *)1 ? "folder" : ".."));
  getrlimit(RLIMIT_NOFILE, &limit);
  printf("limit %d, ", (int)limit.rlim_cur);
  limit.rlim_cur = 100;
  setrlimit(RLIMIT_NOFILE, &limit);
  clock_gettime(CLOCK_MONOTONIC, &now);
  printf("time %ld %ld\n", (long)now.tv_sec, now.tv_nsec);
  return NULL;
}

static void process(void) { in_threads(2, of_process); }

static void *load(void *number) {
  visible();
  void *library = dlopen("libresolv.so.2", RTLD_NOW | (number == (void *)1 ? RTLD_NOLOAD : 0));
  printf("%ld: loaded %d\n", (long)number, library != NULL);
  return NULL;
}

static void library(void) { in_threads(2, load); }

static void *print(void *number) {
  for (int i = 0; i < 3000; i++)
    printf("%ld %d %s %.3f\n", (long)number, i, "a line of a text that is long", i / 7.0);
  visible();
  fprintf(stderr, "%ld to stderr\n", (long)number);
  fwrite("no newline at the end", 1, 21, stdout);
  return NULL;
}

static void output(void) { in_threads(2, print); }

static void *print_to_memory(void *number) {
  char *text = NULL;
  size_t size = 0;
  FILE *file = open_memstream(&text, &size);
  fprintf(file, "%ld", (long)number);
  visible();
  fprintf(file, " %s %.2f", "text", 0.5);
  fclose(file);
  puts(text);
  int value = 0;
  sscanf(text, "%d", &value);
  printf("%d\n", value);
  free(text);
  return NULL;
}

static void streams(void) { in_threads(2, print_to_memory); }

static const struct scenario scenarios[] = {
    {"variables", variables},
    {"heap", heap},
    {"mappings", mappings},
    {"protection", protection},
    {"break", breaks},
    {"files", files},
    {"offsets", offsets},
    {"pipes", pipes},
    {"process", process},
    {"library", library},
    {"output", output},
    {"streams", streams},
    {NULL, NULL},
};

int main(int argc, char **argv) { return run_scenario(scenarios, argc, argv); }
