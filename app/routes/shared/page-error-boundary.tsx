import { PageError } from '~/ui/layout/page-error';
import { paths } from '~/web/request/paths';

/** Shows why a page could not be made, in the frame that the page would have had. */
export function PageErrorBoundary() {
  return <PageError home={paths.home} />;
}
