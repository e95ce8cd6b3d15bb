import { resources } from './resources';
import { type Screen, screens } from './screens';

const table = { ...screens, ...resources };

type Name = keyof typeof table;
type Pattern<Of extends Name> = (typeof table)[Of]['path'];

/** `/files/page/:reportId/:page` → two values. */
type Values<Path> = Path extends `${string}/:${infer Parameter}/${infer Rest}`
  ? [...Value<Parameter>, ...Values<`/${Rest}`>]
  : Path extends `${string}/:${infer Parameter}`
    ? Value<Parameter>
    : [];
type Value<Parameter> = Parameter extends `${string}?` ? [value?: string] : [value: string | number];

/** A string if the path has no parameters, otherwise a function of their values. */
type Link<Path> = [] extends Values<Path> ? string : (...values: Values<Path>) => string;

/** Screens with several forms, each of which posts to a part of its own. */
type WithParts = { [Of in Name]: Pattern<Of> extends `${string}/:part?` ? Of : never }[Name];

type Paths = { readonly [Of in Name]: Link<Pattern<Of>> } & {
  readonly [Of in WithParts as `${Of}Of`]: (part: string) => string;
};

/**
 * Every path by its screen's name, such as `paths.home`, `paths.addReview(reportId)` and
 * `paths.systemOf(part)`.
 */
export const paths = Object.fromEntries(
  Object.entries<Screen>(table).flatMap(([name, { path }]) => {
    const linkTo = (...values: string[]) => fill(path, values);
    const isOpen = /:\w+(?:\/|$)/.test(path);
    return [
      [name, isOpen ? linkTo : linkTo()],
      [`${name}Of`, linkTo],
    ];
  }),
) as Paths;

/** Fills a pattern with values in order. A parameter without a value is left out. */
function fill(pattern: string, values: string[]): string {
  let at = 0;
  return pattern.replace(/\/:\w+\??/g, () => {
    const value = values[at++];
    return value === undefined ? '' : `/${value}`;
  });
}
