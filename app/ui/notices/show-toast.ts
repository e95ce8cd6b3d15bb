import { createContext, useContext } from 'react';

/** A message; `more` is a second line below it. */
export type ToastFacts = {
  type: 'success' | 'error';
  message: string;
  more?: string;
  /** Whether it stands beside the messages there are: it is no answer, which would end them. */
  isBeside?: boolean;
};

export const ShowToast = createContext<(toast: ToastFacts) => void>(() => {});

/** What puts a message at the top of the page. */
export const useShowToast = () => useContext(ShowToast);
