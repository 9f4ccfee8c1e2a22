/**
 * For sites whose token answer has no `token_type`, which RFC 6749 §5.1
 * requires.
 *
 * @module
 */

/** Adds `token_type: "bearer"` to an answer with an access token and without a token type. */
export async function completeTokenType(response: Response): Promise<Response | undefined> {
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok || typeof answer !== "object" || answer === null) return undefined;
  if (!("access_token" in answer) || "token_type" in answer) return undefined;
  return Response.json({ ...answer, token_type: "bearer" });
}
