/** Walks through the objects of a page. Loaded by app/platform/storage/decoder/decode-pdf.mjs. */

// A page with more objects, or with more forms inside forms, is only looked at this far.
const objectsMax = 50_000;
const depthMax = 8;

/** FPDF_PAGEOBJ_… */
export const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 };

/**
 * Lists the objects of a page, including those inside forms.
 *
 * @param {number} page the handle of the page.
 * @returns the handle and type of each, and the forms it is inside, from the outermost.
 */
export function listObjects(pdfium, page) {
  const objects = [];
  const walk = (count, objectAt, forms) => {
    for (let index = 0; index < count && objects.length < objectsMax; index += 1) {
      const object = objectAt(index);
      const type = pdfium._FPDFPageObj_GetType(object);
      objects.push({ object, type, forms });
      if (type !== objectTypes.form || forms.length === depthMax) continue;
      const inner = (at) => pdfium._FPDFFormObj_GetObject(object, at);
      walk(pdfium._FPDFFormObj_CountObjects(object), inner, [...forms, object]);
    }
  };
  walk(pdfium._FPDFPage_CountObjects(page), (index) => pdfium._FPDFPage_GetObject(page, index), []);
  return objects;
}

/** Reads the matrix of an object: [a, b, c, d, e, f]. */
export function readMatrix(pdfium, object) {
  const at = pdfium.wasmExports.malloc(24);
  pdfium._FPDFPageObj_GetMatrix(object, at);
  const matrix = Array.from(pdfium.HEAPF32.subarray(at >> 2, (at >> 2) + 6));
  pdfium.wasmExports.free(at);
  return matrix;
}

/** Reads the bounds of an object in the space of its page, or of the form it is inside. */
export function readBounds(pdfium, object) {
  const at = pdfium.wasmExports.malloc(16);
  pdfium._FPDFPageObj_GetBounds(object, at, at + 4, at + 8, at + 12);
  const [left, bottom, right, top] = pdfium.HEAPF32.slice(at >> 2, (at >> 2) + 4);
  pdfium.wasmExports.free(at);
  return { left, bottom, right, top };
}
