// A spin lock of a library that gcc compiles: its free path is an inline xchg.
int spins;

void take(int *lock) {
  while (__atomic_exchange_n(lock, 1, __ATOMIC_ACQUIRE))
    spins = 1;
}

void give(int *lock) { __atomic_store_n(lock, 0, __ATOMIC_RELEASE); }
