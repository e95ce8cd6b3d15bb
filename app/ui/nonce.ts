import { createContext } from 'react';

/**
 * The nonce of this answer's Content-Security-Policy; empty in the browser, where it is no longer
 * needed.
 */
export const NonceContext = createContext('');
