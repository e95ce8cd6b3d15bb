/** The way back to a list as it was filtered: its path, with the query of the request. */
export const sameListAt =
  (path: string) =>
  ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    query.delete('_routes');
    return query.size > 0 ? `${path}?${query}` : path;
  };
