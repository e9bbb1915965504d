# Everything that must be true before a change is taken; the twin of test.sh for Windows.
$ErrorActionPreference = "Stop"
$top = Split-Path -Parent $PSScriptRoot
Set-Location $top
if (-not $env:CARGO_TARGET_DIR) {
    $env:CARGO_TARGET_DIR = Join-Path $env:LOCALAPPDATA "bem-studio\target"
}
function Invoke-Checked([string]$Program, [string[]]$Arguments) {
    & $Program @Arguments
    if ($LASTEXITCODE -ne 0) { throw "$Program failed with exit code $LASTEXITCODE" }
}
Invoke-Checked cargo @("fmt", "--check")
Invoke-Checked cargo @("clippy", "--locked", "--all-targets", "--", "-D", "warnings")
& "$PSScriptRoot\try.ps1" -Headless -BuildProfile dev -Out (Join-Path ([IO.Path]::GetTempPath()) "bem-studio-journey")
if (Get-Command cargo-nextest -ErrorAction SilentlyContinue) {
    Invoke-Checked cargo @("nextest", "run", "--locked", "--no-fail-fast")
} else {
    Invoke-Checked cargo @("test", "--locked")
}
