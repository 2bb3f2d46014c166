int ticks_of(void (*function)(void)) {
  static int ticks;
  function();
  return ++ticks;
}
