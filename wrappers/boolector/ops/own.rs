//! Operators that only Boolector has. Their names are those of the C++ original.

use crate::boolector::ffi::Session;
use crate::boolector::ops::Encoding::{self, Bin, Un};
use crate::shared::encoding::extension_ops;

// The result of those that detect overflows is a bit-vector, unlike SMT-LIB's.
extension_ops! { "btor-OP_";
    DEC    "bvdec"    Bv "(BV n) -> (BV n)"        => Un(Session::dec);
    INC    "bvinc"    Bv "(BV n) -> (BV n)"        => Un(Session::inc);
    REDAND "bvredand" Bv "(BV n) -> (BV 1)"        => Un(Session::redand);
    REDOR  "bvredor"  Bv "(BV n) -> (BV 1)"        => Un(Session::redor);
    REDXOR "bvredxor" Bv "(BV n) -> (BV 1)"        => Un(Session::redxor);
    UADDO  "bvuaddo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::uaddo);
    SADDO  "bvsaddo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::saddo);
    UMULO  "bvumulo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::umulo);
    SMULO  "bvsmulo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::smulo);
    USUBO  "bvusubo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::usubo);
    SSUBO  "bvssubo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::ssubo);
    SDIVO  "bvsdivo"  Bv "(BV n) (BV n) -> (BV 1)" => Bin(Session::sdivo);
    ROL    "bvrol"    Bv "(BV n) (BV n) -> (BV n)" => Bin(Session::rol);
    ROR    "bvror"    Bv "(BV n) (BV n) -> (BV n)" => Bin(Session::ror);
}
