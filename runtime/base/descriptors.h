// runtime/base/descriptors.h - what this process has open.
#ifndef MC_RUNTIME_BASE_DESCRIPTORS_H
#define MC_RUNTIME_BASE_DESCRIPTORS_H

enum { MC_MOST_DESCRIPTORS = 1024 };
/// The descriptors that are open, the lowest first. Returns how many: a thousand calls of fstat
/// would tell as much, and take a third of a millisecond.
unsigned mc_descriptors(int fd[MC_MOST_DESCRIPTORS]);

#endif // MC_RUNTIME_BASE_DESCRIPTORS_H
