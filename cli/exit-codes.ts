// The exit codes of commands that import, which tell a script what happened.
export const FAILED = 1;
/** Imported, but a script should look at the report. */
export const MANY_REFUSED = 3;
/** As shells report a process that Ctrl-C has ended. */
export const STOPPED = 130;

export const EXIT_CODES = `Exit codes: 0 imported; 1 failed, and the parcels loaded before go on serving; 3 imported, but
more than a tenth of the rows were refused (the report says why); 4 nothing changed, because more than a twentieth of the
parcels or a column is gone from the source (--accept-loss imports it all the same); 130 stopped by Ctrl-C, nothing changed.`;
export const ACCEPT_LOSS = {
  summary: 'import although columns or more than a twentieth of the parcels are gone from the source',
};
