/** Letters that say a secret: they are worth nothing later, are never tried again, and what they said is forgotten first. */
export const secretLetters = ['code', 'resetPassword'];

/** For how long a letter is tried: after that it is given up, and the admins are told (decisions: Running it). */
export const triedForHours = 24;
