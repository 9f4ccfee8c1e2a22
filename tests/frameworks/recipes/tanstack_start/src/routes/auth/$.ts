import { createFileRoute } from "@tanstack/react-router";
import { auth } from "../../auth";

export const Route = createFileRoute("/auth/$")({
  server: { handlers: { ANY: ({ request }) => auth.handler(request) } },
});
