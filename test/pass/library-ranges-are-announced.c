// What functions of the C library read and write (pass/ranges.def): before the call where the length
// is among the arguments, else after it, with what the call has read or written.
// RUN: %clang -w -fplugin=%plugin -g -O0 -fno-builtin -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed | FileCheck %s
#define _GNU_SOURCE 1
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

char to[100], from[100];

// CHECK-LABEL: @before(
// CHECK: call void @__mcmini_read_range({{.*}}@from, i64 %{{.*}})
// CHECK-NEXT: call void @__mcmini_write_range({{.*}}@to, i64 %{{.*}})
// CHECK-NEXT: call {{.*}} @memcpy(
// CHECK: call void @__mcmini_write_range({{.*}}@to, i64 7)
// CHECK-NEXT: call {{.*}} @memset(
// CHECK: call void @__mcmini_read8({{.*}}@from)
// CHECK-NEXT: call {{.*}} @write(
// CHECK: [[SIZE:%.*]] = mul i64
// CHECK-NEXT: call void @__mcmini_write_range({{.*}}@to, i64 [[SIZE]])
// CHECK-NEXT: call void @qsort(
// CHECK: ret void
void before(size_t n, int (*compare)(const void *, const void *)) {
  memcpy(to, from, n);
  memset(to, 0, 7);
  write(1, from, 8);
  qsort(to, n, 2, compare);
}

// CHECK-LABEL: @texts(
// CHECK: call {{.*}} @strlen(
// CHECK-NEXT: [[LENGTH:%.*]] = call i64 @__mcmini_text({{.*}}@from, i64 -1)
// CHECK-NEXT: call void @__mcmini_read_behind({{.*}}@from, i64 [[LENGTH]])
// CHECK: call {{.*}} @strcmp(
// CHECK: call i64 @__mcmini_compared({{.*}}@to, {{.*}}@from, i64 -1)
// CHECK-NEXT: call void @__mcmini_read_behind({{.*}}@to,
// CHECK: [[FOUND:%.*]] = call {{.*}} @strchr(
// CHECK: call i64 @__mcmini_text({{.*}}@from, i64 %
// CHECK: ret void
void texts(void) {
  strlen(from);
  strcmp(from, to);
  strchr(from, 'x');
}

// CHECK-LABEL: @results(
// CHECK: [[READ:%.*]] = call i64 @read(
// CHECK-NEXT: icmp slt i64 [[READ]], 0
// CHECK-NEXT: [[SIZE:%.*]] = select i1 {{.*}}, i64 0, i64 [[READ]]
// CHECK-NEXT: call void @__mcmini_write_behind({{.*}}@to, i64 [[SIZE]])
// CHECK: call {{.*}} @snprintf(
// CHECK: call i64 @__mcmini_text({{.*}}, i64 -1)
// CHECK-NEXT: call void @__mcmini_read_behind(
// CHECK: call void @__mcmini_write_behind({{.*}}@to,
// CHECK: ret void
void results(void) {
  read(0, to, sizeof to);
  snprintf(to, sizeof to, "%d%% %-5s %.*f", 3, from, 2, 1.0);
}

// Of the format a constant, up to a numbered argument; what has been converted is known by the result.
// CHECK-LABEL: @scans(
// CHECK: call void @__mcmini_read1({{.*}}@from)
// CHECK: [[COUNT:%.*]] = call {{.*}}sscanf(
// CHECK: icmp sge i64 {{%.*}}, 4
// CHECK-NEXT: select i1 {{.*}}, i64 10, i64 0
// CHECK: icmp sge i64 {{%.*}}, 3
// CHECK-NEXT: select i1 {{.*}}, i64 7, i64 0
// CHECK: icmp sge i64 {{%.*}}, 2
// CHECK-NEXT: [[MOST:%.*]] = select i1 {{.*}}, i64 -1, i64 0
// CHECK-NEXT: [[TEXT:%.*]] = call i64 @__mcmini_text({{.*}}@to, i64 [[MOST]])
// CHECK-NEXT: call void @__mcmini_write_behind({{.*}}@to, i64 [[TEXT]])
// CHECK: icmp sge i64 {{%.*}}, 1
// CHECK-NEXT: [[SIZE:%.*]] = select i1 {{.*}}, i64 4, i64 0
// CHECK-NEXT: call void @__mcmini_write_behind({{.*}}%{{.*}}, i64 [[SIZE]])
// CHECK-NOT: call void @__mcmini_write
// CHECK: ret void
void scans(int *number, int *skipped, long double *real) {
  sscanf(from, "%d %*[]%]%[^]%] %% %7c%n %Lf", number, to, to, skipped, real);
}

// CHECK-LABEL: @others(
// CHECK: call {{.*}} @strncat(
// CHECK: call i64 @strnlen(
// CHECK: call void @__mcmini_write_behind(
// CHECK: call {{.*}} @getline(
// CHECK: [[LINE:%.*]] = load ptr, ptr @line
// CHECK: call void @__mcmini_write_behind({{.*}}, ptr [[LINE]], i64
// CHECK: call void @__mcmini_read_range({{.*}}%{{.*}}, i64 {{%.*}})
// CHECK-NEXT: call {{.*}} @writev(
// CHECK: ret void
char *line;
size_t length;
void others(const struct iovec *parts, int count) {
  strncat(to, from, 5);
  getline(&line, &length, stdin);
  writev(1, parts, count);
}
