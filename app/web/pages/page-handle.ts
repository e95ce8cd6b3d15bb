/** What a page may say of itself in its `handle`. */
export type PageHandle = {
  /**
   * Whether most of it is a list that a patient waits for on a slow line, such as all countries: it
   * is compressed at the high quality of Brotli, which takes longer than drawing it.
   */
  hasLongLists?: boolean;
};
