import { type ReactNode, Suspense } from "react";

export const metadata = { title: "@x/auth with Next.js" };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        {/* With `cacheComponents`, components that call `auth()` need a `Suspense`. */}
        <Suspense>{children}</Suspense>
      </body>
    </html>
  );
}
