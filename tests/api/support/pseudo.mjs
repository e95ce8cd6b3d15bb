// node --import this: the build's Hindi is English in letters of double width, so that whatever stands on a page in common letters does
// not come from the catalogues.
import { register } from 'node:module';

register(new URL('./pseudo-loader.mjs', import.meta.url));
