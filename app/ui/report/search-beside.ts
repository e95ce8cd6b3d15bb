/**
 * Returns the query of the review page with another report beside the one under review, or with none.
 *
 * @param search the query of the page now.
 */
export function searchBeside(search: string, reportId?: string): string {
  const query = new URLSearchParams(search);
  query.delete('beside');
  if (reportId) query.set('beside', reportId);
  return query.size > 0 ? `?${query}` : '';
}
