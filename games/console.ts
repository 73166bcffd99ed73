// The console through which a room's owner sends commands without a client.

/** Maximum length of a line, in characters. */
export const maxConsoleLineLength = 1000
