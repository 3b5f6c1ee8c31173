import { Advantages, Capabilities, LandingQuestions, LastCall, Start, Tariffs } from "../../features/landing/index.ts";

/** What comes below the hero. */
export default function Rest() {
  return (
    <>
      <Advantages />
      <Capabilities />
      <Start />
      <Tariffs />
      <LandingQuestions />
      <LastCall />
    </>
  );
}
