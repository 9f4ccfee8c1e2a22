/**
 * Forms with a file, for the endpoints that take one.
 *
 * @see {@link https://datatracker.ietf.org/doc/html/rfc7578 RFC 7578}
 * @module
 */

/**
 * The fields of a form, and its file. A field without a chosen file is absent, and a file of another
 * field is left out.
 */
export async function splitForm(
  sent: FormData,
  field: string,
): Promise<{ form: URLSearchParams; file?: Uint8Array }> {
  const form = new URLSearchParams();
  let file: Uint8Array | undefined;
  for (const [name, value] of sent) {
    if (typeof value === "string") form.append(name, value);
    else if (name === field && value.size > 0) file = new Uint8Array(await value.arrayBuffer());
  }
  return file ? { form, file } : { form };
}
