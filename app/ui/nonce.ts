import { createContext } from 'react';

/**
 * The nonce of this answer's Content-Security-Policy; empty in the browser, which no longer needs
 * it.
 */
export const NonceContext = createContext('');
