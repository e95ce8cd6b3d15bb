import { createContext, useContext } from 'react';

/** A message; `more` is a second line below it. */
export type ToastFacts = {
  type: 'success' | 'error';
  message: string;
  more?: string;
  /** True if it joins the messages on the stack. An answer replaces them. */
  isBeside?: boolean;
};

export const ShowToast = createContext<(toast: ToastFacts) => void>(() => {});

/** Returns the function that shows a message at the top of the page. */
export const useShowToast = () => useContext(ShowToast);
