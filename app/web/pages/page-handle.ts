/** What a page may say of itself in its `handle`. */
export type PageHandle = {
  /**
   * Whether most of it is a list that a patient waits for on a slow line, such as all countries: it
   * is compressed at the high quality of Brotli, which takes longer than drawing it.
   */
  hasLongLists?: boolean;
};

/** The way back to a list as it was filtered: its path, with the query of the request. */
export const sameListAt =
  (path: string) =>
  ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    query.delete('_routes');
    return query.size > 0 ? `${path}?${query}` : path;
  };
