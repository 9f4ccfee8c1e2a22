import { createFileRoute, redirect } from "@tanstack/react-router";
import { getSession } from "../session";

export const Route = createFileRoute("/dashboard")({
  loader: async () => {
    const session = await getSession();
    if (session?.user) return { name: session.user.name };
    throw redirect({ href: "/auth/signin?callbackUrl=/dashboard", reloadDocument: true });
  },
  component: Dashboard,
});

function Dashboard() {
  return (
    <main>
      <p>Hello {Route.useLoaderData().name}</p>
      <a href="/auth/signout?callbackUrl=/">Sign out</a>
    </main>
  );
}
