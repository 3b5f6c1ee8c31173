import {
  Advantages,
  Brokers,
  Capabilities,
  Desk,
  Failures,
  Hero,
  LandingQuestions,
  LastCall,
  Start,
  Tariffs,
} from "../../features/landing/index.ts";

export function Component() {
  return (
    <div className="flex flex-col gap-20 pb-20 tablet:gap-28 tablet:pb-28">
      <Hero />
      <Desk />
      <Brokers />
      <Advantages />
      <Capabilities />
      <Failures />
      <Start />
      <Tariffs />
      <LandingQuestions />
      <LastCall />
    </div>
  );
}
