/** Options of a page in its `handle`. */
export type PageHandle = {
  /**
   * True if most of the page is a long list, such as all countries, that a patient loads over a
   * slow connection. It is then compressed at the high quality of Brotli, which takes longer than
   * rendering it.
   */
  hasLongLists?: boolean;
  /**
   * True for a page that needs the whole window: without the site's header and footer, with the
   * dashboard's menu, the language and the account behind one button.
   */
  isWholeWindow?: boolean;
  /** True for a page without the site's header and footer, whose links need a connection. */
  isBare?: boolean;
  /** True to fold header and menu into one line on a phone, for a page whose first screen counts. */
  hasFoldedHeader?: boolean;
};

/**
 * The parameter of a review page for a doctor who goes from report to report. It is also the field of
 * the button that submits a review and opens the next report.
 */
export const andNext = 'andNext';

/** Returns true if the query belongs to a doctor who goes from report to report. */
export const opensNext = (search: string) => new URLSearchParams(search).has(andNext);

/**
 * The parameter of a review page without script that compares the draft's numbers with the report's.
 * It is also the field of the button that saves the draft and opens that page.
 */
export const withNumbers = 'numbers';

const pathWith = (path: string, query: URLSearchParams) => (query.size > 0 ? `${path}?${query}` : path);

/** Returns the path of a list with the filters of a query. */
export function listPath(path: string, search: string): string {
  const query = new URLSearchParams(search);
  for (const name of ['_routes', andNext, 'beside', withNumbers]) query.delete(name);
  return pathWith(path, query);
}

/**
 * Returns a function that builds the path back to a filtered list, with the query of the request.
 */
export const sameListAt =
  (path: string) =>
  ({ request }: { request: Request }) =>
    listPath(path, new URL(request.url).search);

/**
 * Returns a function that builds the path of a review page, with the query of the request.
 *
 * @param path the review page.
 * @param addedName the parameter to add: `andNext` if the doctor has just asked for the next report,
 *   `withNumbers` if for the numbers of their draft.
 */
export const reviewPageAt =
  (path: string, addedName?: typeof andNext | typeof withNumbers) =>
  ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    for (const name of ['_routes', 'beside', withNumbers]) query.delete(name);
    if (addedName) query.set(addedName, 'on');
    return pathWith(path, query);
  };
