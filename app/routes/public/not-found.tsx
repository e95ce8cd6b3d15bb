import { notFound } from '~/web/pages/page-loader.server';

export function loader() {
  throw notFound();
}

export const action = loader;

export default function NotFound() {
  return null;
}
