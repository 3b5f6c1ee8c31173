import { Outlet } from "react-router";
import { Island } from "../../core/island.tsx";
import { Footer, FOOTER_LINK } from "../shell/footer.tsx";
import { SkipLink } from "../shell/skip-link.tsx";

/** Header, content and footer of a public page, and the cookie popup over it. */
export function SiteLayout() {
  return (
    <>
      <SkipLink />
      <div className="flex min-h-dvh flex-col">
        <Island name="header" props={{}} />
        <main id="content" tabIndex={-1} className="outline-none">
          <Outlet />
        </main>
        <Footer
          theme={<Island name="theme" props={{}} />}
          cookies={<Island name="cookies" props={{ className: FOOTER_LINK }} />}
        />
      </div>
      <Island name="consent" props={{}} />
    </>
  );
}
