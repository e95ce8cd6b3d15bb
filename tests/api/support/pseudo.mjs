// node --import this: the build's Hindi is English in e-mails of double width, so that whatever
// stands on a page in common e-mails does not come from the catalogues.
import { register } from 'node:module';

register(new URL('./pseudo-loader.mjs', import.meta.url));
