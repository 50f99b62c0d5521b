/** Loads what explains verdicts and tries policies out, which few sessions ever need. */
export async function loadPolicy() {
  const [explaining, { judgeBatch }, { openJudge }, { simulateConfigs }, { withRulesOf }] = await Promise.all(
    [
      import("./explain.ts"),
      import("./judge-batch.ts"),
      import("./open-judge.ts"),
      import("./simulate-configs.ts"),
      import("./with-rules-of.ts"),
    ],
  );
  const { explainCommand, explainPath, explainUrl } = explaining;
  return { explainCommand, explainPath, explainUrl, judgeBatch, openJudge, simulateConfigs, withRulesOf };
}
