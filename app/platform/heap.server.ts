import { setFlagsFromString } from 'node:v8';

const growthPercent = 300;

/**
 * Lets the heap grow to four times what the last full collection left, before there is another.
 * V8 counts the bytes of files that pass through as part of a heap that grows little by itself:
 * left alone it comes to go through all of it for every few megabytes of a download
 * (docs/adr/0049-what-a-request-does-once.md).
 */
export function collectLessOften(): void {
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
}
