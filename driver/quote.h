// driver/quote.h - words of a command.
#ifndef MC_DRIVER_QUOTE_H
#define MC_DRIVER_QUOTE_H

/// The words as a shell would read them back [own: free].
char *quote_words(char *const *words);

#endif // MC_DRIVER_QUOTE_H
