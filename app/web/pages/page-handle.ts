/** Options of a page in its `handle`. */
export type PageHandle = {
  /**
   * True if most of the page is a long list, such as all countries, that a patient loads over a
   * slow connection. It is then compressed at the high quality of Brotli, which takes longer than
   * rendering it.
   */
  hasLongLists?: boolean;
};

/**
 * Returns a function that builds the path back to a filtered list, with the query of the request but
 * for the report that was shown beside another one.
 */
export const sameListAt =
  (path: string) =>
  ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    query.delete('_routes');
    query.delete('beside');
    return query.size > 0 ? `${path}?${query}` : path;
  };
