type Path = { params: Record<string, string | undefined> };

/** Input that a page takes from its own path, by the names of the parameters. */
export const fromPath =
  (...names: string[]) =>
  ({ params }: Path) =>
    Object.fromEntries(names.map((name) => [name, params[name]]));
