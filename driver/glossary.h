// driver/glossary.h - docs/glossary.md, which the build puts into the command.
#ifndef MC_DRIVER_GLOSSARY_H
#define MC_DRIVER_GLOSSARY_H

/// What the word is, as the table says it, without marks of Markdown [own: free]. NULL: it has no
/// line.
char *glossary_meaning(const char *word);

#endif // MC_DRIVER_GLOSSARY_H
