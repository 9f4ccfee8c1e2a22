export function useSession() {
  const event = useRequestEvent();
  return useFetch("/api/me", {
    // A page that the server renders must hand on the cookies of a renewed session.
    onResponse({ response }) {
      for (const cookie of response.headers.getSetCookie()) {
        event?.node.res.appendHeader("set-cookie", cookie);
      }
    },
  });
}
