/** May it run, and how, and what happened: trust, approvals, proofs, execution, traces, audit. */
export type {
  Approval,
  ApprovalBinding,
  ApprovalRule,
  ApprovalState,
  ApprovalWidth,
  PathOp,
  RuleClause,
} from "./approval/approval.ts";
export { type Approvals, createApprovals } from "./approval/approvals.ts";
export { type ApprovalOutcome, approve } from "./approval/approve.ts";
export { type Approver, type ApproverAnswer, noApprover } from "./approval/approver.ts";
export { bindingOf } from "./approval/binding-of.ts";
export { canonicalDigest } from "./approval/canonical-digest.ts";
export { createDefinitionHashes, definitionHash } from "./approval/definition-hash.ts";
export { matchesRule } from "./approval/matches-rule.ts";
export { previewOf } from "./approval/preview-of.ts";
export { type RuledCall, ruleFor, sentenceOf } from "./approval/rule-for.ts";
export type { AuditEntry, AuditHead, AuditRecord, Seal } from "./audit/audit-record.ts";
export type { Anchor } from "./audit/anchor.ts";
export { type AuditKey, auditKeyFrom, auditKeyText, parseAuditKey } from "./audit/audit-key.ts";
export { type Audit, type AuditFacts, type AuditOptions, createAudit } from "./audit/create-audit.ts";
export { type AuditVerdict, type BadRecord, verifyAudit } from "./audit/verify-audit.ts";
export { DEFAULT_ALLOWED_COMMANDS } from "./command/allowed-commands.ts";
export {
  type CommandPolicy,
  type CommandPolicyOptions,
  createCommandPolicy,
  type ExplainedPart,
} from "./command/command-policy.ts";
export { gitFolders } from "./command/git/describe-git.ts";
export { careForCommits, type GitCare } from "./command/git/always.ts";
export { type FoundSecret, secretsIn } from "./command/git/secret-in.ts";
export { type BatchAnswer, judgeBatchRow } from "./command/judge-batch-row.ts";
export type { RepositoryFacts, Surroundings } from "./command/program-facts.ts";
export type { CommandMatch, CommandRule } from "./command/rules/command-rule.ts";
export { ALLOW, type Decision } from "./decision.ts";
export { createEvents, type DeckhandEvent, type EventListener, type Events } from "./events/events.ts";
export { breaker, type BreakerOptions } from "./execute/breaker.ts";
export { cache } from "./execute/cache.ts";
export { callKey } from "./execute/call-key.ts";
export { createExecutor, type Executor, type ExecutorOptions } from "./execute/executor.ts";
export { type FailFast, isFailFast } from "./execute/fail-fast.ts";
export { type FailureClass, failureClassOf } from "./execute/failure-class.ts";
export { limiter, type LimiterOptions } from "./execute/limiter.ts";
export { createLoopGuard, type LoopGuard, type LoopGuardOptions } from "./execute/loop-guard.ts";
export { type CallFacts as ExecutedCall, compose, type Policy, type Run } from "./execute/policy.ts";
export { retry, type RetryOptions } from "./execute/retry.ts";
export { timeout } from "./execute/timeout.ts";
export { judgeMode } from "./mode/judge-mode.ts";
export { askAboutEveryCommand, type CommandVerdict, type JudgeCommand } from "./policy/command-verdict.ts";
export { approvedNet } from "./policy/approved-net.ts";
export {
  type ExaminedTouch,
  examineTouches,
  type PathTouch,
  type RealPath,
} from "./policy/examine-touches.ts";
export { type Ground, surveyGround } from "./policy/ground.ts";
export { guardedSearch } from "./policy/guarded-search.ts";
export { isWithin } from "./policy/is-within.ts";
export { type FileFinding, findingsOn, judgeFiles } from "./policy/judge-files.ts";
export { judgeScope, type ToolScope } from "./policy/judge-scope.ts";
export { judgeUrls } from "./policy/judge-urls.ts";
export { SENSITIVE_FILES, type SensitiveKind } from "./policy/sensitive-files.ts";
export { sensitiveReason } from "./policy/sensitive-reason.ts";
export { strictest } from "./policy/strictest.ts";
export { judgeProof, type ProofQuestion } from "./proof/judge-proof.ts";
export { requireProof } from "./proof/require-proof.ts";
export { openProof, type ProofSeal, signProof } from "./proof/signed-proof.ts";
export {
  type CreateRequest,
  type OverwriteRequest,
  type ReadProof,
  type WriteRequest,
  writeWithProof,
} from "./proof/write-request.ts";
export type { CallEnd, CallFacts, CallRecord, Granularity } from "./record/call-record.ts";
export { type CallRecorder, type CallRecorderOptions, createCallRecorder } from "./record/call-recorder.ts";
export { isWholeValue } from "./record/is-whole-value.ts";
export type { Detector, SecretSpan } from "./redact/detector.ts";
export { createRedactor, type Redactor, type RedactorOptions } from "./redact/redactor.ts";
export { isSecretName } from "./redact/secret-name.ts";
export type { ControlStore, Pruned, PruneRequest, Retention, UndoRecord } from "./store.ts";
export { createSpans, type Spans, type SpansOptions } from "./telemetry/spans.ts";
export type { TelemetrySpan, TelemetryTracer } from "./telemetry/tracer.ts";
export type { Alternative, Trace, TraceQuery } from "./record/trace.ts";
export type { Containment } from "./trust/judge-shell.ts";
export { judgeTrust } from "./trust/judge-trust.ts";
export { requirementOf, type StandingOf, TRUST_REQUIREMENTS } from "./trust/trust-requirements.ts";
export {
  openChanges,
  rehearseUndo,
  type SkippedChange,
  undoChanges,
  type UndoneChange,
  type UndoReport,
} from "./undo/undo-changes.ts";
export { createUndoFs, type KeepUndo, type UndoneCall } from "./undo/undo-fs.ts";
export { cached, type CachedOptions } from "./wrappers/cached.ts";
export { causal, type CheckProof } from "./wrappers/causal.ts";
export { type ApproveTransition, modal, type ModalTool, type Transition } from "./wrappers/modal.ts";
export { retrying } from "./wrappers/retrying.ts";
export { sandboxed, type SandboxedOptions } from "./wrappers/sandboxed.ts";
export {
  traced,
  type Traced,
  type TracedOptions,
  type TracedTool,
  type TraceNotes,
} from "./wrappers/traced.ts";
export { underPolicy } from "./wrappers/under-policy.ts";
export { type Around, wrapTool } from "./wrappers/wrap-tool.ts";
export { foreignRequirement, type RemoteStanding } from "./trust/foreign-requirement.ts";
