import { LandingQuestions, LastCall, Tariffs } from "../../features/landing/index.ts";

/** What comes last on the page, and answers the visitor. */
export default function Rest() {
  return (
    <>
      <Tariffs />
      <LandingQuestions />
      <LastCall />
    </>
  );
}
