// driver/project.h - the project file, .mcmini: options of all who check programs in a folder.
#ifndef MC_DRIVER_PROJECT_H
#define MC_DRIVER_PROJECT_H

struct options;

/// Takes the options that the project file has for options->program, if there is a file. Gives what
/// is to be said of it [own: free]; NULL: nothing was taken.
char *project_read(struct options *options);

#endif // MC_DRIVER_PROJECT_H
