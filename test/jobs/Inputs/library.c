// Of a program that goes on with a search: it may not change meanwhile.
#ifdef CHANGED
int library_version = 2;
#else
int library_version = 1;
#endif
